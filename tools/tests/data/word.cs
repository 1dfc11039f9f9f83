CHUNK 2 1
nonsense
