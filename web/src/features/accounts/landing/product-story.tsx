import { limits } from '@video-forge/contract/rules/limits'
import { ArrowRight, Film, Share2, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { formatBytes } from '../../../format/bytes.ts'
import { isInternalSite } from '../../../session/site-access.ts'
import { IconPoints } from '../../../ui/icon-points.tsx'
import { JobIllustration } from './job-illustration.tsx'

// A non-breaking space keeps the number and its unit together.
const largestFile = formatBytes(limits.maxUploadBytes).replace(' ', '\u00a0')

const abilities = [
  {
    icon: Upload,
    title: 'Add a video',
    text: `Upload an MP4, MOV, AVI, MKV or WebM of up to ${largestFile}, paste a link, or pick a stock video.`,
  },
  { icon: Film, title: 'Choose the formats', text: '4K, 1080p, 720p and 480p, with a thumbnail and a GIF preview.' },
  { icon: Share2, title: 'Share it or keep it private', text: 'Show it to everyone in the gallery, or only to the people you choose.' },
]

/** What the product does, for people who see it for the first time. */
export const ProductStory = () => (
  <section className="mx-auto flex w-full max-w-[640px] flex-col gap-8 lg:max-w-none">
    <h1 className="max-w-xl text-balance font-semibold text-24 tracking-tight sm:text-32">
      Upload a video once and get it in every quality, ready to watch.
    </h1>
    <JobIllustration />
    <IconPoints points={abilities} />
    <div className="flex flex-wrap gap-x-8 [&_a]:flex [&_a]:h-11 [&_a]:items-center [&_a]:gap-1.5 [&_a]:font-medium [&_a]:underline [&_a]:decoration-control [&_a]:underline-offset-4 [&_a:hover]:decoration-current">
      {!isInternalSite() && (
        <Link to="/gallery">
          Browse the gallery without an account
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
      <a href="/docs">For developers</a>
    </div>
  </section>
)
