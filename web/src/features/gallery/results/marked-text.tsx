import type { SearchMatch } from '@video-forge/contract/search'

/** A text with the words of the search marked. */
export function MarkedText({ text, marks }: Pick<SearchMatch, 'text' | 'marks'>) {
  if (marks.length === 0) return text
  return marks.map(([from, to], index) => {
    const before = text.slice(marks[index - 1]?.[1] ?? 0, from)
    const after = index === marks.length - 1 ? text.slice(to) : ''
    return (
      <span key={from}>
        {before}
        <mark className="rounded-[3px] bg-warn-soft font-medium text-ink forced-colors:bg-[Mark] forced-colors:text-[MarkText]">
          {text.slice(from, to)}
        </mark>
        {after}
      </span>
    )
  })
}
