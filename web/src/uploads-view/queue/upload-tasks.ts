import { saveProgress, type UploadTask } from '../transfer/send-upload.ts'
import { removeRecord } from '../transfer/upload-record.ts'
import { changeUpload, removeUpload, type Upload, uploadWith } from './upload-store.ts'

/** What runs behind the uploads of the store, by their ids. */
const tasks = new Map<string, UploadTask>()

export const taskOf = (id: string): UploadTask | undefined => tasks.get(id)

export const addTask = (task: UploadTask): void => void tasks.set(task.id, task)

/** Changes what the owner decides about an upload, here and in its record. */
export function changeChoices(id: string, part: Partial<Pick<Upload, 'details' | 'isPublishing' | 'problem'>>): void {
  changeUpload(id, part)
  const task = tasks.get(id)
  if (task?.record) saveProgress(task, task.record)
}

/** Ends the work on an upload. Its record stays for a later visit. */
function stopTask(id: string): void {
  const task = tasks.get(id)
  task?.stop.abort()
  task?.release()
  tasks.delete(id)
}

/** Ends the work on an upload that needs no later visit. */
export function forgetTask(id: string): void {
  const task = tasks.get(id)
  if (task?.record) removeRecord(task.owner, task.record)
  stopTask(id)
}

/** Takes an upload out of the list. */
export function dropUpload(id: string): void {
  const frame = uploadWith(id)?.frame
  stopTask(id)
  removeUpload(id)
  if (frame) URL.revokeObjectURL(frame)
}
