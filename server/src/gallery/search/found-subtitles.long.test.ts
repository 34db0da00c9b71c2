import { foundSubtitlesSuite } from './found-subtitles.suite.ts'

foundSubtitlesSuite('local folder', async () => ({}))
