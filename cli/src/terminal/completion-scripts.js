/** @import { Command } from '../command.js' */

/** The words that may follow these words, by the words before. @param {readonly Command[]} commands */
function nextWords(commands) {
  /** @type {Map<string, Set<string>>} */
  const next = new Map()
  for (const { name } of commands) {
    const words = name.split(' ')
    for (const [index, word] of words.entries()) {
      const before = words.slice(0, index).join(' ')
      next.set(before, (next.get(before) ?? new Set()).add(word))
    }
  }
  return next
}

/** @param {Command} command */
const optionNames = ({ options }) => Object.entries(options).flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])])

/** The values of options that have a list of them. @param {readonly Command[]} commands */
function choices(commands) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map()
  for (const { options } of commands) {
    for (const [name, option] of Object.entries(options)) {
      for (const choice of option.choices ?? []) found.set(`--${name}`, (found.get(`--${name}`) ?? new Set()).add(choice))
    }
  }
  return found
}

/** Names with more words first, because the first match counts. @param {readonly Command[]} commands */
const longestFirst = (commands) => [...commands].sort((a, b) => b.name.split(' ').length - a.name.split(' ').length)

/** @param {readonly Command[]} commands */
const caseLines = (commands) => [
  '  case "$previous" in',
  ...[...choices(commands)].map(([name, values]) => `    ${name}) offer '${[...values].join(' ')}'; return ;;`),
  '  esac',
  '  if [[ "$current" == -* ]]; then',
  '    case "$typed" in',
  ...longestFirst(commands).map(
    (command) => `      '${command.name}'|'${command.name} '*) offer '${optionNames(command).join(' ')}'; return ;;`,
  ),
  '    esac',
  '    return',
  '  fi',
  '  case "$typed" in',
  ...[...nextWords(commands)].map(([before, words]) => `    '${before}') offer '${[...words].join(' ')}'; return ;;`),
  '    *) offer_files ;;',
  '  esac',
]

/** @param {readonly Command[]} commands @returns {string} */
export const bashCompletion = (commands) =>
  [
    '# Completion of forge for bash: source <(forge completion bash)',
    '_forge() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"`,
    `  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}"`,
    '  offer() { COMPREPLY=($(compgen -W "$1" -- "$current")); }',
    '  offer_files() { COMPREPLY=(); compopt -o default 2>/dev/null; }',
    ...caseLines(commands),
    '}',
    'complete -F _forge forge',
  ].join('\n')

/** @param {readonly Command[]} commands @returns {string} */
export const zshCompletion = (commands) =>
  [
    '#compdef forge',
    '# Completion of forge for zsh: source <(forge completion zsh)',
    '_forge() {',
    `  local current="\${words[CURRENT]}" previous="\${words[CURRENT-1]}"`,
    `  local typed="\${(j: :)words[2,CURRENT-1]}"`,
    `  offer() { compadd -- \${=1} }`,
    '  offer_files() { _files }',
    ...caseLines(commands),
    '}',
    'compdef _forge forge',
  ].join('\n')
