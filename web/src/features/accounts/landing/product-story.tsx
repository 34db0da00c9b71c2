import { limits } from '@video-forge/contract/rules/limits'
import { ArrowRight, Film, type LucideIcon, Share2, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { formatBytes } from '../../../format/bytes.ts'
import { JobIllustration } from './job-illustration.tsx'

// The blank must not break: a number and its unit belong together.
const largestFile = formatBytes(limits.maxUploadBytes).replace(' ', '\u00a0')

const abilities: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Upload, title: 'Bring a video', text: `An MP4, MOV or AVI up to ${largestFile}, a link, or a clip from the stock search.` },
  { icon: Film, title: 'Choose what comes out', text: '4K, 1080p, 720p and 480p, with a thumbnail, a GIF preview and the metadata.' },
  { icon: Share2, title: 'Share it or keep it', text: 'Public in the gallery for everyone, or private to you.' },
]

/** What the product does, for somebody who has never seen it. */
export const ProductStory = () => (
  <section className="mx-auto flex w-full max-w-[640px] flex-col gap-8 lg:max-w-none">
    <h1 className="max-w-xl text-balance font-semibold text-24 tracking-tight sm:text-32">
      Upload a video once and get every size of it, ready to watch.
    </h1>
    <JobIllustration />
    <ul className="grid gap-6 sm:grid-cols-3">
      {abilities.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex flex-col gap-1.5">
          <Icon aria-hidden="true" className="mb-1 size-5 text-muted" />
          <span className="font-medium">{title}</span>
          <span className="text-13 text-muted">{text}</span>
        </li>
      ))}
    </ul>
    <Link
      to="/gallery"
      className="flex h-10 items-center gap-1.5 self-start font-medium underline decoration-control underline-offset-4 hover:decoration-current"
    >
      Browse the gallery without an account
      <ArrowRight aria-hidden="true" className="size-4" />
    </Link>
  </section>
)
