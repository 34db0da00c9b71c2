import * as z from 'zod'
import { normalizeLanguage, unknownLanguage } from './languages.ts'

export const chooseLanguage = 'Choose a language, as a code like de or pt-BR'

/** A language of BCP 47, in its usual form. */
export const language = z
  .string()
  .max(100)
  .transform((code, context) => {
    const normal = normalizeLanguage(code)
    if (!normal) context.addIssue({ code: 'custom', message: chooseLanguage })
    return normal ?? code
  })

/** The same where somebody must know it. */
const spokenLanguage = language.refine((code) => code !== unknownLanguage, chooseLanguage)

/** Whether a site makes captions without being asked, only when somebody asks, or never. */
export const captionModes = ['auto', 'manual', 'off'] as const
export type CaptionMode = (typeof captionModes)[number]

/** Whether captions are made of a video without being asked, where the site does that. */
export const captionChoices = ['auto', 'off'] as const
export type CaptionChoice = (typeof captionChoices)[number]

/** What the owner of a video decides about its automatic captions. What is omitted stays as it is. */
export const captionChoiceFields = {
  /** `off`: no captions are made of it unless somebody asks for them. */
  captions: z.enum(captionChoices).optional(),
  /** The language that is spoken; null leaves it to the file and to the site. */
  language: spokenLanguage.nullable().optional(),
}
