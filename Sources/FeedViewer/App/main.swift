import Glibc
import Localization

let arguments = CommandLineArguments.all
Catalogue.open(DataFolder.translations())
if let files = ViewCommand.filesAlone(in: arguments) {
  exit(ViewCommand.show(files, options: ViewerOptions()))
}
FeedViewerCommand.main(Array(arguments.dropFirst()))
