import { answerTasks } from './answer-tasks'
import { encodePictureFile } from './encode-picture-file'
import { drawLinkPicture } from './link-picture/draw-link-picture'
import type { DrawingTask, EncodingTask } from './picture-task'

/**
 * The entry of a picture process. Visitors' pictures are decoded only here and in the processes of books, where no secrets
 * are in reach, and the pictures of links are drawn here.
 */
answerTasks((task: EncodingTask | DrawingTask) => ('drawing' in task ? drawLinkPicture(task) : encodePictureFile(task)))
