import { currentUser } from '../../../../../session/session-store.ts'

/** What was edited and is not saved yet. It lives as long as the tab, and survives a reload. */
export interface Draft {
  /** The version that was edited. */
  version: number
  /** WebVTT. */
  content: string
  /** What was last sent without an answer: if the server has just that, it is ours. */
  sent: string | null
}

function parseDraft(text: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const fields: Partial<Record<keyof Draft, unknown>> = value
    const { version, content, sent } = fields
    if (typeof version !== 'number' || typeof content !== 'string') return undefined
    return { version, content, sent: typeof sent === 'string' ? sent : null }
  } catch {
    return undefined
  }
}

/** The draft of these captions by the person who is signed in now. */
export function draftOf(captionId: string) {
  const key = `video_forge_transcript_${currentUser()?.id ?? ''}_${captionId}`
  return {
    read(): Draft | undefined {
      try {
        return parseDraft(sessionStorage.getItem(key) ?? '')
      } catch {
        return undefined
      }
    },
    /** Storage may be full or blocked; the page then still warns before it is left. */
    write(draft: Draft | undefined): void {
      try {
        if (!draft || !stores(key, draft)) sessionStorage.removeItem(key)
      } catch {
        // Nothing is kept.
      }
    },
  }
}

/** An older draft would be worse than none, if this one does not fit. */
function stores(key: string, draft: Draft): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}
