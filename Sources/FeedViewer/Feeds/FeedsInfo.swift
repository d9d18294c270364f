enum FeedsInfo {}
