print("feed-viewer")
