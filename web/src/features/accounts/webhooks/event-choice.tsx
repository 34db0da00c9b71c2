import { type WebhookEvent, type WebhookPattern, webhookEventNames, webhookEvents } from '@video-forge/contract/rules/webhook-rules'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'

const kinds = [
  { pattern: 'job.*', name: 'Jobs' },
  { pattern: 'video.*', name: 'Videos' },
  { pattern: 'caption.*', name: 'Captions' },
] as const

const eventsIn = (pattern: string): WebhookEvent[] => webhookEventNames.filter((event) => event.startsWith(pattern.slice(0, -1)))

interface EventChoiceProps {
  chosen: readonly WebhookPattern[]
  onChange: (chosen: readonly WebhookPattern[]) => void
}

/** All events, all of one kind, or single ones. A kind that is chosen includes what is added to it later. */
export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  const isAll = chosen.includes('*')
  const toggle = (pattern: WebhookPattern, isChosen: boolean, included: readonly WebhookPattern[] = []) =>
    onChange([...chosen.filter((each) => each !== pattern && !included.includes(each)), ...(isChosen ? [pattern] : [])])
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium text-13">Events</legend>
      <Checkbox label="All events" checked={isAll} onCheckedChange={(isChosen) => onChange(isChosen ? ['*'] : ['job.*'])} />
      {!isAll &&
        kinds.map(({ pattern, name }) => (
          <fieldset key={pattern} className="flex flex-col border-line border-t pt-3">
            <legend className="sr-only">{name}</legend>
            <Checkbox
              label={<span className="font-medium">{`${name}: all events`}</span>}
              checked={chosen.includes(pattern)}
              onCheckedChange={(isChosen) => toggle(pattern, isChosen, eventsIn(pattern))}
            />
            {eventsIn(pattern).map((event) => (
              <Checkbox
                key={event}
                label={
                  <>
                    <code className="text-13">{event}</code> <span className="text-13 text-muted">– {webhookEvents[event]}</span>
                  </>
                }
                checked={chosen.includes(pattern) || chosen.includes(event)}
                disabled={chosen.includes(pattern)}
                onCheckedChange={(isChosen) => toggle(event, isChosen)}
              />
            ))}
          </fieldset>
        ))}
    </fieldset>
  )
}
