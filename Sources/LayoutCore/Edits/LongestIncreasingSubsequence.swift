/// The positions of a longest increasing subsequence of distinct numbers.
///
/// Patience sorting (Fredman 1975): for every length, the smallest number that ends a subsequence of it.
/// - Complexity: O(n log n).
func longestIncreasingSubsequence(_ numbers: [Int]) -> [Int] {
  var ends: [Int] = []
  var previous = [Int](repeating: -1, count: numbers.count)
  for (position, number) in numbers.enumerated() {
    let length = ends.partitionPoint { numbers[$0] < number }
    if length > 0 { previous[position] = ends[length - 1] }
    if length == ends.count { ends.append(position) } else { ends[length] = position }
  }
  var result: [Int] = []
  var position = ends.last ?? -1
  while position >= 0 {
    result.append(position)
    position = previous[position]
  }
  return result.reversed()
}
