import { runTasks } from './run-tasks'
import { encodePictureFile, lookIntoPictureFile } from './encode-picture-file'
import { drawLinkPicture } from './draw-link-picture'
import type { DrawingTask, EncodingTask, LookingTask } from './picture-task'

/**
 * The entry of a picture process. Uploaded pictures are decoded only here and in the book processes, where no secrets
 * are in reach. Link previews are drawn here too.
 */
runTasks((task: EncodingTask | LookingTask | DrawingTask) => {
  if ('drawing' in task) return drawLinkPicture(task)
  return 'looked' in task ? lookIntoPictureFile(task) : encodePictureFile(task)
})
