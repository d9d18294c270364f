/// What decoding one picture may cost. The decoding process holds itself to it, and ends when it fails to.
public nonisolated struct PictureBudget: Sendable {
  /// Bytes of address space on top of what the process has when it starts.
  ///
  /// A photograph of 64 million pixels takes 256 MB as RGBA; a progressive JPEG file of that size keeps 384 MB of
  /// coefficients. The whole process is to stay below 500 MB.
  public var memory = 448_000_000
  /// Processor time of any picture, in microseconds.
  public var processorTime = 800_000
  /// Additional processor time for each pixel that a bitmap's header announces, in nanoseconds.
  public var processorTimePerPixel = 200
  /// From the request to the answer, in milliseconds. Processor time is what usually runs out; this one ends a
  /// process that sleeps.
  public var deadline = 30_000

  public init() {}
}
