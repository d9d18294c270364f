import FileNames

/// The positions of each file's sections in the list, so that with thousands of files no operation on one file looks
/// through all sections.
struct SectionPlaces {
  struct Place: Equatable {
    var first: Int
    var last: Int
    /// The number of the file's sections; less than the distance from first to last if others were inserted between
    /// them.
    var count: Int
  }

  private var places: [FilePath: Place] = [:]

  /// - Complexity: O(sections).
  init(of sections: [LibrarySection] = []) {
    for (index, section) in sections.enumerated() {
      if let path = section.path { note(path, at: index) }
    }
  }

  /// - Complexity: O(1).
  subscript(path: FilePath) -> Place? { places[path] }

  private mutating func note(_ path: FilePath, at index: Int) {
    places[path, default: Place(first: index, last: index, count: 0)].count += 1
    places[path]!.last = index
  }

  /// Records the insertion of one section.
  ///
  /// - Parameter sections: The sections after the insertion.
  /// - Complexity: O(sections after the new one).
  mutating func inserted(at index: Int, in sections: [LibrarySection]) {
    var moved: Set<FilePath> = []
    for section in sections[(index + 1)...] {
      guard let path = section.path, moved.insert(path).inserted else { continue }
      if places[path]!.first >= index { places[path]!.first += 1 }
      if places[path]!.last >= index { places[path]!.last += 1 }
    }
    guard let path = sections[index].path else { return }
    guard var place = places[path] else {
      places[path] = Place(first: index, last: index, count: 1)
      return
    }
    place.first = min(place.first, index)
    place.last = max(place.last, index)
    place.count += 1
    places[path] = place
  }
}
