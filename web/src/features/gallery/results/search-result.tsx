import type { SearchResult as Result, SearchMatch } from '@video-forge/contract/search'
import { Play } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount } from '../../../format/count.ts'
import { formatDuration } from '../../../format/duration.ts'
import { CardOwnerLink, CardTitleLink } from '../../../videos-view/card/card-links.tsx'
import { CardPicture } from '../../../videos-view/card/card-picture.tsx'
import { useHoverPreview } from '../../../videos-view/card/use-hover-preview.ts'
import { CardBadges, CardFacts } from '../video-card.tsx'
import { excerptOf } from './excerpt.ts'
import { MarkedText } from './marked-text.tsx'

interface SearchResultProps {
  result: Result
  isFirst: boolean
}

/** A video that was found, and what is said in it. The title's link covers the picture and the texts beside it, but not the sentences. */
export function SearchResult({ result: { video, matches, more, marks }, isFirst }: SearchResultProps) {
  const { isMoving, handlers } = useHoverPreview()
  return (
    <li className="flex flex-col gap-3 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-8">
      <article
        {...handlers}
        className="group relative grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-4 rounded-surface outline-offset-4 has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-ember"
      >
        <CardPicture video={video} isMoving={isMoving} isFirst={isFirst} />
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="wrap-anywhere font-medium text-14 sm:text-16">
            <CardTitleLink video={video}>
              {marks.title.length > 0 ? <MarkedText text={video.title} marks={marks.title} /> : undefined}
            </CardTitleLink>
          </h2>
          <CardOwnerLink owner={video.owner} className="-my-1 min-h-8" />
          {video.description && (
            <p className="wrap-anywhere line-clamp-2 text-13 text-muted">
              <MarkedText {...excerptOf(video.description, marks.description)} />
            </p>
          )}
          <MarkedTags tags={video.tags} marks={marks.tags} />
          <CardFacts video={video} />
          <CardBadges video={video} />
        </div>
      </article>
      {matches.length > 0 && <Matches videoId={video.id} matches={matches} more={more} />}
    </li>
  )
}

/** The tags that match. The others are on the page of the video. */
function MarkedTags({ tags, marks }: { tags: readonly string[]; marks: Result['marks']['tags'] }) {
  const found = tags.flatMap((text, index) => (marks[index]?.length ? [{ text, marks: marks[index] }] : []))
  if (found.length === 0) return null
  return (
    <ul aria-label="Matching tags" className="flex flex-wrap gap-x-2 text-13 text-muted">
      {found.map((tag) => (
        <li key={tag.text} className="wrap-anywhere">
          #<MarkedText {...tag} />
        </li>
      ))}
    </ul>
  )
}

interface MatchesProps {
  videoId: string
  matches: readonly SearchMatch[]
  more: number
}

const Matches = ({ videoId, matches, more }: MatchesProps) => (
  <div className="flex min-w-0 flex-col gap-1 lg:border-line lg:border-l lg:pl-5">
    <ul aria-label="What is said" className="-mx-2 flex flex-col">
      {matches.map((match) => (
        <li key={`${match.start} ${match.text}`}>
          <Match videoId={videoId} match={match} />
        </li>
      ))}
    </ul>
    {more > 0 && <p className="text-13 text-muted">{formatCount(more, 'more match', 'more matches')}</p>}
  </div>
)

/** Opens the video at the time of a sentence, with the transcript beside it. */
function Match({ videoId, match }: { videoId: string; match: SearchMatch }) {
  const time = formatDuration(match.start)
  const address = `/video/${videoId}?${new URLSearchParams({ t: String(match.start), captions: match.captionId })}`
  return (
    <Link
      to={address}
      state={{ playsOn: true }}
      aria-label={`Play from ${time}: ${match.text}`}
      className="flex min-h-10 items-baseline gap-3 rounded-control px-2 py-2 text-14 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="inline-flex shrink-0 items-center gap-1 self-start rounded-full border border-line bg-surface px-2 py-0.5 font-medium text-12 tabular-nums">
        <Play aria-hidden="true" className="size-3" />
        {time}
      </span>
      <span lang={match.language} dir="auto" className="wrap-anywhere line-clamp-3 min-w-0">
        <MarkedText text={match.text} marks={match.marks} />
      </span>
    </Link>
  )
}
