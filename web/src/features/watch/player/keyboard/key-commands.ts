export type Command =
  | { kind: 'toggle' }
  | { kind: 'seek'; seconds: number }
  | { kind: 'jump'; share: number }
  | { kind: 'volume'; by: number }
  | { kind: 'mute' }
  | { kind: 'fullscreen' }
  | { kind: 'theatre' }
  | { kind: 'pictureInPicture' }
  | { kind: 'captions' }
  | { kind: 'frame'; by: 1 | -1 }
  | { kind: 'speed'; by: 1 | -1 }
  | { kind: 'help' }

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>

const commands = new Map<string, Command>(
  Object.entries({
    ' ': { kind: 'toggle' },
    k: { kind: 'toggle' },
    j: { kind: 'seek', seconds: -10 },
    l: { kind: 'seek', seconds: 10 },
    ArrowLeft: { kind: 'seek', seconds: -5 },
    ArrowRight: { kind: 'seek', seconds: 5 },
    ArrowUp: { kind: 'volume', by: 0.05 },
    ArrowDown: { kind: 'volume', by: -0.05 },
    Home: { kind: 'jump', share: 0 },
    End: { kind: 'jump', share: 1 },
    f: { kind: 'fullscreen' },
    t: { kind: 'theatre' },
    i: { kind: 'pictureInPicture' },
    c: { kind: 'captions' },
    m: { kind: 'mute' },
    ',': { kind: 'frame', by: -1 },
    '.': { kind: 'frame', by: 1 },
    '<': { kind: 'speed', by: -1 },
    '>': { kind: 'speed', by: 1 },
    '?': { kind: 'help' },
  } satisfies Record<string, Command>),
)

/** The command of a key. By character and not by key position, so that it works on every keyboard layout. */
export function commandOf({ key, ctrlKey, altKey, metaKey }: Press): Command | undefined {
  if (ctrlKey || altKey || metaKey) return undefined
  if (/^[0-9]$/.test(key)) return { kind: 'jump', share: Number(key) / 10 }
  return commands.get(key.length === 1 ? key.toLowerCase() : key)
}

const movement = /^(Arrow|Home$|End$|Page)/

/** Whether the focused element handles the key itself. */
export function handlesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[role=dialog], [role=alertdialog], [role=menu]')) return true
  if (target.closest('[role=slider], input[type=range]')) return movement.test(key)
  if (target.closest('input, textarea, select, [contenteditable]:not([contenteditable=false])')) return true
  return target.closest('button, a[href], summary, [role=button]') !== null && key === ' '
}
