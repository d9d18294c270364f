/// Where the window is known to do otherwise than is specified: the model does it, too, until the program is mended.
nonisolated enum KnownFault {
  /// Whether an entry passes the filter depends on the marks that it had before it was marked, until another order, filter or search
  /// is chosen or its file is read again. So an entry that was read vanishes from Unread then (a7), and one that gets unread by Undo
  /// is missing there.
  case marksOfBeforeDecide

  static let known: Set<KnownFault> = [.marksOfBeforeDecide]
}
