import Glibc
import GtkInterop
import Localization

BaseFolders.correctEnvironment()
LibraryMessages.makeHarmless()
let arguments = CommandLineArguments.all
Catalogue.open(DataFolder.translations())
if let files = ViewCommand.filesAlone(in: arguments) {
  exit(ViewCommand.show(files, options: ViewerOptions()))
}
do {
  var command = try FeedViewerCommand.parseAsRoot(Array(arguments.dropFirst()))
  try command.run()
} catch {
  CommandLineMessages.exit(for: error)
}
