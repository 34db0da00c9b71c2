import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { classNames } from '../class-names.ts'

interface CodeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'maxLength'> {
  length: number
  value: string
  onValueChange: (value: string) => void
}

/**
 * Boxes drawn over one real input, so that paste, autofill, screen readers and arrow keys work as in any field.
 * It has no maxLength, because that would cut a pasted '123 456' before the space is removed.
 */
export function CodeInput({ length, value, onValueChange, className, ...rest }: CodeInputProps) {
  const [caret, setCaret] = useState<number>()
  const followCaret = (event: SyntheticEvent<HTMLInputElement>) => setCaret(event.currentTarget.selectionStart ?? value.length)
  // At most the number of digits: after a rejected code is cleared, the first box is active again.
  const active = caret === undefined ? undefined : Math.min(caret, value.length, length - 1)
  return (
    <div className={classNames('relative', className)}>
      <input
        {...rest}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        value={value}
        onChange={(event) => {
          followCaret(event)
          onValueChange(event.target.value.replace(/\D/g, '').slice(0, length))
        }}
        onSelect={followCaret}
        onFocus={followCaret}
        onBlur={() => setCaret(undefined)}
        className="absolute inset-0 z-10 h-full w-full cursor-text opacity-0"
      />
      <div aria-hidden="true" className="flex gap-2">
        {Array.from({ length }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are positions and never move
            key={index}
            className={classNames(
              'flex h-12 min-w-0 flex-1 items-center justify-center rounded-control border bg-surface font-semibold text-20 tabular-nums',
              rest['aria-invalid'] ? 'border-bad' : 'border-control',
              index === active && 'outline-2 outline-ember',
            )}
          >
            {value[index] ?? ''}
          </span>
        ))}
      </div>
    </div>
  )
}
