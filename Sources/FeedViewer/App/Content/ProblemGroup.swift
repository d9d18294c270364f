import FeedViewerBase

/// Messages of one kind about many files, which are told in one sentence with a list.
struct ProblemGroup {
  /// Fewer messages of a kind have a bar each.
  static let minimumCount = 4
  /// The most messages in the list; the others are counted.
  private static let listLimit = 200

  enum Kind: CaseIterable {
    case failed, outdated, repaired

    init?(_ problem: LibraryProblem) {
      switch problem.kind {
      case .failed: self = .failed
      case .outdated: self = .outdated
      case .repaired: self = .repaired
      case .note, .continuesRemotely, .notWatched, .gone, .state: return nil
      }
    }
  }

  let kind: Kind
  let problems: [LibraryProblem]

  /// "25 files can't be shown".
  var title: String {
    let count = problems.count
    return switch kind {
    case .failed:
      localized(
        "\(grouped: count) file can’t be read", plural: "\(grouped: count) files can’t be read",
        count: count)
    case .outdated:
      localized(
        "\(grouped: count) file can’t be read any more. What was read before is still shown.",
        plural: "\(grouped: count) files can’t be read any more. What was read before is still shown.",
        count: count)
    case .repaired:
      localized(
        "\(grouped: count) file had to be repaired", plural: "\(grouped: count) files had to be repaired",
        count: count)
    }
  }

  /// A line for each file, with the place and the reason.
  var list: String {
    let rest = problems.count - Self.listLimit
    let more =
      rest > 0
      ? [localized("and \(grouped: rest) more", plural: "and \(grouped: rest) more", count: rest)] : []
    return (problems.prefix(Self.listLimit).map(\.message) + more).joined(separator: "\n")
  }

  /// Takes the messages of kinds that are about many files out of a list.
  ///
  /// - Returns: The groups, and the other messages in their order.
  static func split(_ problems: [LibraryProblem]) -> (groups: [ProblemGroup], others: [LibraryProblem]) {
    let byKind = Dictionary(grouping: problems) { Kind($0) }
    let groups = Kind.allCases.compactMap { kind in
      byKind[kind].flatMap { $0.count < minimumCount ? nil : ProblemGroup(kind: kind, problems: $0) }
    }
    let told = Set(groups.map(\.kind))
    return (groups, problems.filter { problem in Kind(problem).map { !told.contains($0) } ?? true })
  }
}
