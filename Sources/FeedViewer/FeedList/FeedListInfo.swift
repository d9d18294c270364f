enum FeedListInfo {}
