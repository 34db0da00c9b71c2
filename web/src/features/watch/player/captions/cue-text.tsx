import { plainCueText } from '@video-forge/contract/captions/cue-text'
import { Fragment, type ReactNode } from 'react'

type Tag = 'b' | 'i' | 'u'

const isTag = (name: string | undefined): name is Tag => name === 'b' || name === 'i' || name === 'u'

/** The text of a cue as elements. It has no markup but b, i and u; anything else would be shown as text. */
export function CueText({ text }: { text: string }) {
  const open: { tag: Tag | undefined; children: ReactNode[] }[] = [{ tag: undefined, children: [] }]
  let key = 0
  const add = (node: ReactNode) => open.at(-1)?.children.push(<Fragment key={key++}>{node}</Fragment>)
  const close = () => {
    const last = open.pop()
    if (last?.tag) add(<last.tag>{last.children}</last.tag>)
  }
  for (const part of text.split(/(<\/?[biu]>)/)) {
    const [, slash, name] = /^<(\/?)([biu])>$/.exec(part) ?? []
    if (!isTag(name)) add(plainCueText(part))
    else if (!slash) open.push({ tag: name, children: [] })
    else if (open.length > 1) close()
  }
  while (open.length > 1) close()
  return open[0]?.children
}
