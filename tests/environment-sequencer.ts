import { readFile } from 'node:fs/promises'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** As vitest reads it from a file's first comment. */
const named = /@vitest-environment\s+([\w-]+)/

/**
 * A worker of a project without isolation ends when the next file has another environment, and all modules are loaded anew. So the files of
 * one environment run one after the other.
 */
export class EnvironmentSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groups = new Map<string, TestSpecification[]>()
    for (const file of sorted) {
      const key = `${file.project.name} ${await environmentOf(file)}`
      groups.set(key, [...(groups.get(key) ?? []), file])
    }
    return [...groups.values()].flat()
  }
}

async function environmentOf({ moduleId, project }: TestSpecification): Promise<string> {
  if (project.config.isolate) return ''
  return named.exec(await readFile(moduleId, 'utf8'))?.[1] ?? project.config.environment
}
