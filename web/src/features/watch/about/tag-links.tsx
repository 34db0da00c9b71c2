import { tagKey } from '@video-forge/contract/text/tags'
import { Link } from 'react-router'

/** The tags of a video. Each leads to the videos that have it. */
export const TagLinks = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 && (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            to={`/gallery?tag=${encodeURIComponent(tagKey(tag))}`}
            className="flex h-8 items-center rounded-full border border-line bg-sunken px-3 text-13 hover:bg-hover pointer-coarse:h-10"
          >
            <span className="truncate">#{tag}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
