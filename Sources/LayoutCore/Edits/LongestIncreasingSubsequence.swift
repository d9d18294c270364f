/// The positions of a longest increasing subsequence of distinct numbers.
///
/// Patience sorting (Fredman 1975): for every length, the smallest number that ends a subsequence of it.
/// - Complexity: O(n log n).
func longestIncreasingSubsequence(_ numbers: [Int]) -> [Int] {
  /// For every length, the position that ends the subsequence of it.
  var ends: [Int] = []
  var previous: [Int?] = []
  previous.reserveCapacity(numbers.count)
  for (position, number) in numbers.enumerated() {
    let length = ends.partitionPoint { numbers[$0] < number }
    previous.append(length > 0 ? ends[length - 1] : nil)
    if length == ends.count { ends.append(position) } else { ends[length] = position }
  }
  var result: [Int] = []
  var next = ends.last
  while let position = next {
    result.append(position)
    next = previous[position]
  }
  return result.reversed()
}
