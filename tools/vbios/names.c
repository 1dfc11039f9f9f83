// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Names of the tables of AtomBIOS, by their place in the lists, as AMD's header for
 * these chips has them (atombios.h in the radeon driver).
 */
#include <linux/array_size.h>

#include "vbios.h"

static const char *const commands[VBIOS_COMMANDS] = {
	"ASIC_Init", "GetDisplaySurfaceSize", "ASIC_RegistersInit", "VRAM_BlockVenderDetection",
	"DIGxEncoderControl", "MemoryControllerInit", "EnableCRTCMemReq", "MemoryParamAdjust",
	"DVOEncoderControl", "GPIOPinControl", "SetEngineClock", "SetMemoryClock",
	"SetPixelClock", "EnableDispPowerGating", "ResetMemoryDLL", "ResetMemoryDevice",
	"MemoryPLLInit", "AdjustDisplayPll", "AdjustMemoryController", "EnableASIC_StaticPwrMgt",
	"SetUniphyInstance", "DAC_LoadDetection", "LVTMAEncoderControl", "HW_Misc_Operation",
	"DAC1EncoderControl", "DAC2EncoderControl", "DVOOutputControl", "CV1OutputControl",
	"GetConditionalGoldenSetting", "TVEncoderControl", "PatchMCSetting", "MC_SEQ_Control",
	"Gfx_Harvesting", "EnableScaler", "BlankCRTC", "EnableCRTC", "GetPixelClock",
	"EnableVGA_Render", "GetSCLKOverMCLKRatio", "SetCRTC_Timing", "SetCRTC_OverScan",
	"SetCRTC_Replication", "SelectCRTC_Source", "EnableGraphSurfaces",
	"UpdateCRTC_DoubleBufferRegisters", "LUT_AutoFill", "EnableHW_IconCursor",
	"GetMemoryClock", "GetEngineClock", "SetCRTC_UsingDTDTiming", "ExternalEncoderControl",
	"LVTMAOutputControl", "VRAM_BlockDetectionByStrap", "MemoryCleanUp",
	"ProcessI2cChannelTransaction", "WriteOneByteToHWAssistedI2C", "ReadHWAssistedI2CStatus",
	"SpeedFanControl", "PowerConnectorDetection", "MC_Synchronization",
	"ComputeMemoryEnginePLL", "MemoryRefreshConversion", "VRAM_GetCurrentInfoBlock",
	"DynamicMemorySettings", "MemoryTraining", "EnableSpreadSpectrumOnPPLL",
	"TMDSAOutputControl", "SetVoltage", "DAC1OutputControl", "DAC2OutputControl",
	"ComputeMemoryClockParam", "ClockSource", "MemoryDeviceInit", "GetDispObjectInfo",
	"DIG1EncoderControl", "DIG2EncoderControl", "DIG1TransmitterControl",
	"DIG2TransmitterControl", "ProcessAuxChannelTransaction", "DPEncoderService",
	"GetVoltageInfo",
};

static const char *const data[VBIOS_DATA] = {
	"UtilityPipeLine", "MultimediaCapabilityInfo", "MultimediaConfigInfo",
	"StandardVESA_Timing", "FirmwareInfo", "PaletteData", "LCD_Info", "DIGTransmitterInfo",
	"AnalogTV_Info", "SupportedDevicesInfo", "GPIO_I2C_Info", "VRAM_UsageByFirmware",
	"GPIO_Pin_LUT", "VESA_ToInternalModeLUT", "ComponentVideoInfo", "PowerPlayInfo",
	"CompassionateData", "SaveRestoreInfo", "PPLL_SS_Info", "OemInfo", "XTMDS_Info",
	"MclkSS_Info", "Object_Header", "IndirectIOAccess", "MC_InitParameter", "ASIC_VDDC_Info",
	"ASIC_InternalSS_Info", "TV_VideoMode", "VRAM_Info", "MemoryTrainingInfo",
	"IntegratedSystemInfo", "ASIC_ProfilingInfo", "VoltageObjectInfo", "PowerSourceInfo",
};

const char *vbios_command_name(unsigned int index)
{
	return index < ARRAY_SIZE(commands) ? commands[index] : NULL;
}

const char *vbios_data_name(unsigned int index)
{
	return index < ARRAY_SIZE(data) ? data[index] : NULL;
}
