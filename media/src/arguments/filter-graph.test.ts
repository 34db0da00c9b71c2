import { expect, it } from 'vitest'
import { makePlan } from '../planning/make-plan.ts'
import { someMachine, someSource } from '../testing/some-source.ts'
import { encodeArguments } from './encode-arguments.ts'

it('has no output in the graph of the rungs that gets its first frame late, because ffmpeg 7 keeps all frames until then', () => {
  const plan = makePlan(someSource({ video: { codec: 'hevc' } }), ['1080p', '480p'], someMachine)
  const options = encodeArguments(plan, 'in.mkv')
  const graphs = options.filter((_, at) => options[at - 1] === '-filter_complex')
  const outputsOf = (graph = '') =>
    ['rung0', 'rung1', 'progress', 'pictures', 'sheet', 'preview'].filter((label) => graph.includes(`[${label}]`))
  expect(graphs.map(outputsOf)).toEqual([
    ['rung0', 'rung1', 'progress'],
    ['pictures', 'sheet', 'preview'],
  ])
})
