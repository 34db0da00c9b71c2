import { join } from 'node:path'

export type DataFolders = ReturnType<typeof dataFolders>

/** Where each kind of file is below DATA_DIR. */
export function dataFolders(dataDir: string) {
  const storage = join(dataDir, 'storage')
  const samples = join(dataDir, 'samples')
  return {
    /** Unfinished work, in one folder per job or part. */
    scratch: join(dataDir, 'scratch'),
    storage,
    /** Files on their way into local storage. */
    incoming: join(storage, 'incoming'),
    /** What has arrived of resumable uploads. */
    resumable: join(storage, 'resumable'),
    samples,
    stockClips: join(samples, 'stock'),
    /** Files made from a model for speech, used again by the next run. */
    speech: join(dataDir, 'speech'),
    /** Mails of a site without a mail server. */
    mail: join(dataDir, 'mail'),
  }
}
