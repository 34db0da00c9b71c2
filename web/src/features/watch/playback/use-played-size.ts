import { useElementValue } from './use-element-value.ts'

const events = ['resize', 'loadedmetadata'] as const
export const playedSizeOf = (element: HTMLVideoElement | null): string | undefined =>
  element && element.videoWidth > 0 ? `${element.videoWidth}x${element.videoHeight}` : undefined

/** The size of the picture that plays, which changes with the quality; undefined before there is one. */
export const usePlayedSize = (element: HTMLVideoElement | null): string | undefined => useElementValue(element, events, playedSizeOf)
