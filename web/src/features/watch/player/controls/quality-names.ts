import { type Quality, qualityLabel } from '@video-forge/contract/rules/video-rules'

/** A fixed quality, or 'auto' for one that adapts to the connection. */
export type Choice = 'auto' | Quality

export const qualityName = (choice: Choice): string => (choice === 'auto' ? 'Auto' : qualityLabel(choice))

interface Listed {
  quality: Quality
  resolution: string | null
}

/** The name of what is shown, by the size of the picture: the shorter side where no quality of the video has this size. */
export function shownName(qualities: readonly Listed[], frameSize: string | undefined): string | undefined {
  const listed = qualities.find(({ quality, resolution }) => quality !== 'original' && resolution === frameSize)
  if (listed) return qualityLabel(listed.quality)
  const [width, height] = frameSize?.split('x').map(Number) ?? []
  return width && height ? `${Math.min(width, height)}p` : undefined
}

/** 'Auto (480p)' where Auto chose 480p. */
export const choiceName = (choice: Choice, shown: string | undefined): string =>
  choice === 'auto' && shown ? `Auto (${shown})` : qualityName(choice)
