import { allLanguages, commonLanguages, languageName } from '@video-forge/contract/captions/languages'
import type { ComponentProps } from 'react'
import { Select } from '../../ui/forms/select.tsx'

interface Option {
  code: string
  name: string
}

const byName = (a: Option, b: Option): number => a.name.localeCompare(b.name, 'en')
const optionsOf = (codes: readonly string[]): Option[] => codes.map((code) => ({ code, name: languageName(code) })).sort(byName)

const common = optionsOf(commonLanguages)
const others = optionsOf(allLanguages.filter((code) => !commonLanguages.includes(code) && languageName(code) !== code))

const list = (options: readonly Option[]) =>
  options.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))

interface LanguageSelectProps extends Omit<ComponentProps<'select'>, 'children' | 'value'> {
  value: string
  /** The name of having none, where that can be chosen. */
  noneLabel?: string
}

/** A language by its name. One that is not offered stays if it is the value. */
export function LanguageSelect({ value, noneLabel, ...rest }: LanguageSelectProps) {
  const isOffered = value === '' || [...common, ...others].some(({ code }) => code === value)
  return (
    <Select {...rest} value={value}>
      {noneLabel === undefined ? value === '' && <option value="">Choose a language</option> : <option value="">{noneLabel}</option>}
      {!isOffered && <option value={value}>{languageName(value)}</option>}
      <optgroup label="Often used">{list(common)}</optgroup>
      <optgroup label="All">{list(others)}</optgroup>
    </Select>
  )
}
