import { baseLanguage } from '@video-forge/contract/captions/base-language'
import { languageName } from '@video-forge/contract/captions/languages'
import type { Output } from '@video-forge/contract/endpoints'
import { ChevronRight } from 'lucide-react'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { CaptionChoiceValues } from './caption-choice-values.ts'
import { languageNames } from './language-names.ts'
import { LanguageSelect } from './language-select.tsx'
import { useAutomaticCaptions } from './use-automatic-captions.ts'

interface CaptionChoiceFieldsProps {
  value: CaptionChoiceValues
  onChange: (value: CaptionChoiceValues) => void
}

/** Whether captions are made of a video by themselves, and what is spoken in it. Only where the site makes such captions. */
export function CaptionChoiceFields({ value, onChange }: CaptionChoiceFieldsProps) {
  const { data } = useAutomaticCaptions()
  if (data?.mode !== 'auto') return null
  return (
    <details className="group">
      <summary className="-mx-2 flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-control px-2 text-13 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90" />
        <span className="font-medium">Automatic captions</span>
        <span className="min-w-0 truncate text-muted">{summaryOf(value)}</span>
      </summary>
      <div className="grid gap-4 pt-3 sm:grid-cols-2">
        <Field label="Make captions">
          {(control) => (
            <Select
              {...control}
              name="captions"
              value={value.captions}
              onChange={(event) => onChange({ ...value, captions: event.target.value === 'off' ? 'off' : 'auto' })}
            >
              <option value="auto">Automatic</option>
              <option value="off">Off</option>
            </Select>
          )}
        </Field>
        <Field label="Spoken language">
          {(control) => (
            <LanguageSelect
              {...control}
              name="language"
              noneLabel="As the file says"
              value={value.language}
              onChange={(event) => onChange({ ...value, language: event.target.value })}
            />
          )}
        </Field>
        <p role="status" className="text-12 text-muted sm:col-span-2">
          {hintOf(value, data)}
        </p>
      </div>
    </details>
  )
}

const summaryOf = ({ captions, language }: CaptionChoiceValues): string =>
  captions === 'off' ? 'Off' : language === '' ? 'On' : `On, ${languageName(language)}`

/** What will happen with this choice on this site. */
function hintOf({ captions, language }: CaptionChoiceValues, { languages, siteLanguage }: Output<'GET /captions/automatic'>): string {
  if (captions === 'off') return 'No captions are made unless you ask for them.'
  if (languages.length === 0) return 'Captions cannot be made on this site at the moment.'
  const offered = `This site makes them in ${languageNames(languages)}.`
  if (language === '') {
    const rule = 'Made once the video is ready, if the file says which language is spoken.'
    return `${rule} ${siteLanguage ? `Otherwise it counts as ${languageName(siteLanguage)}.` : 'Otherwise choose the language here.'} ${offered}`
  }
  const isOffered = languages.includes(language) || languages.includes(baseLanguage(language))
  return isOffered ? `Made in ${languageName(language)} once the video is ready.` : `None are made in ${languageName(language)}. ${offered}`
}
