import RandomNumbers

/// Steps that a reader may take next.
nonisolated enum RandomSteps {
  /// One to three steps that are done at once.
  static func turn(of model: WindowModel, _ random: inout SplitMix64) -> [WindowStep] {
    var model = model
    var steps: [WindowStep] = []
    let count = random.chance(0.75) ? 1 : Int.random(in: 2...3, using: &random)
    while steps.count < count {
      let next = step(of: model, &random)
      if !steps.isEmpty, !mayFollow(next, steps, model) { continue }
      model.apply(next)
      steps.append(next)
    }
    return steps
  }

  /// An entry counts as read later than it is shown: what is done to its marks meanwhile depends on time.
  private static func mayFollow(_ step: WindowStep, _ steps: [WindowStep], _ model: WindowModel) -> Bool {
    guard model.marksShown else { return true }
    switch step {
    case .show, .neighbourList, .order, .grouping, .density, .moveFeed, .nextPane: return true
    default: return false
    }
  }

  private static func step(of model: WindowModel, _ random: inout SplitMix64) -> WindowStep {
    let feeds = Array(model.disk.indices)
    let feed = feeds.randomElement(using: &random)!
    let lists = [WindowModel.List.all, .unread, .starred, .today] + feeds.map { .feed($0) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<20: return model.rows.randomElement(using: &random).map { .select($0) } ?? .show(.all)
    // It is not told which entry follows one that is hidden if the list has changed since.
    case 20..<26 where model.selected != nil || model.article == nil || model.neighboursOfPinned != nil:
      return .turn(
        ["next-article", "previous-article", "next-unread", "previous-unread"].randomElement(using: &random)!)
    case 20...26: return .open
    case 27..<37: return .show(lists.randomElement(using: &random)!)
    case 37: return .neighbourList(random.chance(0.5) ? 1 : -1)
    case 38..<43: return .search((ModelEntry.words + ["xyzzy"]).randomElement(using: &random)!)
    case 43..<46: return .endSearch
    case 46..<48: return .searchAll
    case 48..<53: return .filter(.allCases.randomElement(using: &random)!)
    case 53..<55: return .order(.allCases.randomElement(using: &random)!)
    case 55..<57: return .grouping(.allCases.randomElement(using: &random)!)
    case 57: return .density(["titles", "compact", "comfortable"].randomElement(using: &random)!)
    case 58: return .reload
    case 59..<64: return .edit(feed, edit(of: model, feed, &random))
    case 64..<68: return .toggle(.allCases.randomElement(using: &random)!)
    case 68..<71: return .setShown(.allCases.randomElement(using: &random)!, random.chance(0.5))
    case 71: return .markAllRead
    case 72: return .markListRead(lists.randomElement(using: &random)!)
    case 73: return random.chance(0.5) ? .markAboveRead : .markBelowRead
    case 74..<77: return .delete
    case 77: return .restoreRemoved(feed)
    case 78..<84: return .undo
    case 84..<87: return .redo
    case 87: return .closeFeed(feed)
    case 88..<90: return .openFeed(feed)
    case 90: return .moveFeed(feed, random.chance(0.5) ? 1 : -1)
    case 91..<93: return .cleanUp
    case 93: return .showInFeed
    case 94..<97: return .showInList
    default: return .nextPane(random.chance(0.7))
    }
  }

  private static func edit(
    of model: WindowModel, _ feed: Int, _ random: inout SplitMix64
  ) -> WindowStep.Edit {
    let places = model.disk[feed].items.indices
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .prepend(model.nextNumber)
    case 1: return .append(Int.random(in: 0..<4, using: &random))
    case 2: return .change(places.randomElement(using: &random)!)
    case 3: return .reverse
    default: return places.count > 1 ? .remove(places.randomElement(using: &random)!) : .reverse
    }
  }
}
