extension String {
  /// The name that was probably meant by this word: that with the fewest typing errors, if these are few; nil if there is none.
  func nearest(of names: [String]) -> String? {
    names.map { (name: $0, distance: typingErrors(in: $0)) }
      .filter { $0.distance <= Swift.min(2, ($0.name.count { $0 != "-" } - 1) / 2) }
      .min { $0.distance < $1.distance }?.name
  }

  /// The letters that are to be changed, added, or left out to get another word (Levenshtein's distance). O(n·m).
  private func typingErrors(in word: String) -> Int {
    let letters = Array(word)
    var distances = Array(0...letters.count)
    for (row, letter) in enumerated() {
      var diagonal = distances[0]
      distances[0] = row + 1
      for (column, other) in letters.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = distances[column + 1]
        distances[column + 1] = Swift.min(changed, Swift.min(diagonal, distances[column]) + 1)
      }
    }
    return distances[letters.count]
  }
}
