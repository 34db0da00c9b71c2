/** The keys as listed in the help. */
export const keyList: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Space', 'K'], does: 'Play or pause' },
  { keys: ['J', 'L'], does: '10 seconds back or forward' },
  { keys: ['←', '→'], does: '5 seconds back or forward' },
  { keys: ['↑', '↓'], does: 'Volume up or down' },
  { keys: ['M'], does: 'Mute or unmute' },
  { keys: ['F'], does: 'Full screen' },
  { keys: ['T'], does: 'Theatre mode' },
  { keys: ['I'], does: 'Picture in picture' },
  { keys: ['C'], does: 'Captions on or off' },
  { keys: ['0', '9'], does: 'Go to 0% … 90% of the video' },
  { keys: ['Home', 'End'], does: 'Go to the start or the end' },
  { keys: [',', '.'], does: 'One frame back or forward' },
  { keys: ['<', '>'], does: 'Slower or faster' },
  { keys: ['?'], does: 'Show this list' },
]
