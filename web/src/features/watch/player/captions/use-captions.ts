import type { Caption } from '@video-forge/contract/captions'
import { baseLanguage } from '@video-forge/contract/captions/base-language'
import { useCallback, useState } from 'react'
import { readSettings, rememberSettings } from '../player-settings.ts'
import type { CaptionStyle } from './caption-style.ts'

/** What was chosen: captions of this video, or those in a language. */
interface Choice {
  id?: string
  language: string
}

const inLanguage = (captions: readonly Caption[], language: string | undefined): Caption | undefined =>
  language === undefined
    ? undefined
    : (captions.find((caption) => caption.language === language) ??
      captions.find((caption) => baseLanguage(caption.language) === baseLanguage(language)))

/** The captions that fit a language best; someone who needs captions is better off with those of another one than without. */
const bestFor = (captions: readonly Caption[], language: string | undefined): Caption | undefined =>
  inLanguage(captions, language) ??
  captions.find(({ isDefault }) => isDefault) ??
  inLanguage(captions, globalThis.navigator?.language) ??
  captions[0]

/** Which captions are shown and how they look. `first`: the language to begin with, null for none, instead of the remembered one. Whether they are on, their language and their look are remembered. */
export function useCaptions(captions: readonly Caption[], first?: string | null) {
  const [choice, setChoice] = useState<Choice | null>(() => {
    const language = first === undefined ? readSettings().captions : first
    return language === null ? null : { language }
  })
  const [style, setStyle] = useState<CaptionStyle>(() => readSettings().captionStyle)
  const shown = choice ? (captions.find(({ id }) => id === choice.id) ?? bestFor(captions, choice.language)) : undefined

  const choose = useCallback((next: Caption | undefined) => {
    setChoice(next ? { id: next.id, language: next.language } : null)
    rememberSettings(next ? { captions: next.language, captionLanguage: next.language } : { captions: null })
  }, [])
  return {
    list: captions,
    shown,
    choose,
    style,
    changeStyle: useCallback((change: Partial<CaptionStyle>) => {
      setStyle((before) => {
        const captionStyle = { ...before, ...change }
        rememberSettings({ captionStyle })
        return captionStyle
      })
    }, []),
    /** Returns the name of the captions that are shown now. */
    toggle: useCallback(() => {
      const next = shown ? undefined : bestFor(captions, readSettings().captionLanguage ?? undefined)
      choose(next)
      return next?.label
    }, [shown, captions, choose]),
  }
}

export type Captions = ReturnType<typeof useCaptions>
