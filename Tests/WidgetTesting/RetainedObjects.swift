/// The objects that an object consists of, watched without retaining them: what its stored properties refer to, what
/// theirs do, and so on.
package struct RetainedObjects {
  private struct Watched {
    weak var object: AnyObject?
  }

  /// The modules whose objects are searched for others. Objects of other modules are only watched.
  private static let modules = ["VirtualList", "FeedViewerRows", "FeedViewer"]

  private var watched: [Watched] = []

  /// - Parameters:
  ///   - root: An object of one of the program's modules.
  ///   - shared: Objects that others refer to as well.
  /// - Complexity: O(number of stored properties and elements).
  package init(of root: AnyObject, except shared: [AnyObject] = []) {
    var known = Set(shared.map { ObjectIdentifier($0) })
    find(in: root, &known)
  }

  /// The number of watched objects.
  package var count: Int { watched.count }

  /// The types of the objects that are alive, in alphabetical order.
  package var survivors: [String] { watched.compactMap { $0.object.map { "\(type(of: $0))" } }.sorted() }

  private mutating func find(in value: Any, _ known: inout Set<ObjectIdentifier>) {
    let type = type(of: value)
    let module = String(reflecting: type).prefix { $0 != "." }
    if type is AnyClass {
      let object = value as AnyObject
      guard known.insert(ObjectIdentifier(object)).inserted else { return }
      watched.append(Watched(object: object))
      guard Self.modules.contains(where: { $0 == module }) else { return }
    } else if module == "__C" {
      return
    }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for child in current.children { find(in: child.value, &known) }
      mirror = current.superclassMirror
    }
  }
}
