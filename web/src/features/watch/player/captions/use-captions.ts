import { type RefObject, useCallback, useEffect, useState } from 'react'
import { readSettings, rememberSettings } from '../player-settings.ts'

/** Captions of a video in one language. */
export interface Caption {
  id: string
  /** BCP 47, for instance `de`. */
  language: string
  label: string
  /** The address of a WebVTT file. */
  url: string
  /** Shown first when captions are switched on. */
  isDefault: boolean
}

const none: readonly Caption[] = []

/** Which captions are shown. The language is remembered. */
export function useCaptions(element: RefObject<HTMLVideoElement | null>, captions: readonly Caption[] = none) {
  const [language, setLanguage] = useState(() => readSettings().captions)
  const [lastLanguage, setLastLanguage] = useState(language)
  const shown = captions.find((caption) => caption.language === language)

  useEffect(() => {
    const video = element.current
    if (!video) return
    for (const track of video.querySelectorAll('track')) track.track.mode = track.id === shown?.id ? 'showing' : 'disabled'
  }, [element, shown])

  const choose = useCallback((next: Caption | undefined) => {
    setLanguage(next?.language ?? null)
    if (next) setLastLanguage(next.language)
    rememberSettings({ captions: next?.language ?? null })
  }, [])
  return {
    list: captions,
    shown,
    choose,
    /** Returns the name of the captions that are shown now. */
    toggle: useCallback(() => {
      const next = shown
        ? undefined
        : (captions.find((caption) => caption.language === lastLanguage) ?? captions.find(({ isDefault }) => isDefault) ?? captions[0])
      choose(next)
      return next?.label
    }, [shown, captions, lastLanguage, choose]),
  }
}

export type Captions = ReturnType<typeof useCaptions>
