/**
 * Locks the uploads that a tab is working on, so that no other tab offers to resume them. A lock ends with its tab. Without
 * browser locks (plain http on a network address) an upload may be offered twice; the server stores each byte once, so
 * nothing breaks.
 */
const prefix = 'video_forge_upload_'

/** Locks an upload until the returned function is called. */
export function holdUpload(id: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) void navigator.locks.request(prefix + id, { ifAvailable: true }, () => held)
  return release
}

/** The ids of the uploads that any tab is working on. */
export async function heldUploads(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
