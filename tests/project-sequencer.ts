import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * A worker of a project without isolation ends when the next file is of another project, and all modules are loaded anew. So the files of
 * one project run one after the other.
 */
export class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => sorted.filter((file) => file.project === project))
  }
}
