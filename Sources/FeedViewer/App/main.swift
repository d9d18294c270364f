import FeedViewerBase
import Glibc
import GtkInterop

BaseFolders.correctEnvironment()
LibraryMessages.makeHarmless()
Catalogue.open(DataFolder.translations())
do {
  exit(try Commands.parse(Array(CommandLineArguments.all.dropFirst())).run())
} catch {
  StandardError.write(HelpPage.failure(error))
  exit(UsageError.status)
}
