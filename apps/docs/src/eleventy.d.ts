/** The parts of Eleventy that we use. It comes without types. */
declare module '@11ty/eleventy' {
  export interface EleventyConfig {
    setQuietMode(quiet: boolean): void;
    setUseGitIgnore(use: boolean): void;
    setLibrary(
      extension: 'md',
      library: { render(text: string, environment?: object): string },
    ): void;
    /** A template that is no file. Layouts are functions of the page's data. */
    addTemplate(
      path: string,
      content: string | ((data: never) => string),
      data?: Record<string, unknown>,
    ): void;
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: null; config(config: EleventyConfig): void },
    );
    write(): Promise<void>;
  }
}
