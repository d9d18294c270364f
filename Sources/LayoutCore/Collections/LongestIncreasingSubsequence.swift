/// The positions of a longest increasing subsequence of distinct numbers.
///
/// Patience sorting (Fredman 1975): for every length, it keeps the smallest number that ends a subsequence of that
/// length.
///
/// - Complexity: O(n log n); O(n) for numbers that ascend.
package func longestIncreasingSubsequence(_ numbers: [Int]) -> [Int] {
  /// The position of the last number of the best subsequence of each length.
  var ends: [Int] = []
  /// The position before each one in its subsequence, or -1.
  var previous: [Int] = []
  ends.reserveCapacity(numbers.count)
  previous.reserveCapacity(numbers.count)
  for (position, number) in numbers.enumerated() {
    let isLongest = ends.isEmpty || numbers[ends[ends.count - 1]] < number
    let length = isLongest ? ends.count : ends.partitionPoint { numbers[$0] < number }
    previous.append(length > 0 ? ends[length - 1] : -1)
    if length == ends.count { ends.append(position) } else { ends[length] = position }
  }
  guard var position = ends.last else { return [] }
  for place in ends.indices.reversed() {
    ends[place] = position
    position = previous[position]
  }
  return ends
}
