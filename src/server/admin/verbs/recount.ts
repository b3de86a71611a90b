import { recountStorage } from '../../modules/operator/repository'
import type { InstallationVerb } from '../verb'

export const recount: InstallationVerb = {
  words: 'recount',
  summary: 'count the room that archives take anew, and mend what is wrong',
  async runOn({ db }) {
    const mended = await recountStorage(db)
    return {
      data: { mended },
      lines: [
        ...mended.map(({ id, before, after }) => `page ${id}: ${before} bytes were counted, ${after} are there`),
        mended.length === 0 ? 'Every count was right.' : `${mended.length} counts are mended.`,
      ],
    }
  },
}
