FeedViewerCommand.main()
