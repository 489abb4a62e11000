/**
 * Types for the parts of Eleventy, the site generator, that we use. Eleventy has no types of its
 * own.
 */
declare module '@11ty/eleventy' {
  export interface EleventyConfig {
    setQuietMode(quiet: boolean): void;
    setUseGitIgnore(use: boolean): void;
    setLibrary(
      extension: 'md',
      library: { render(text: string, environment?: object): string },
    ): void;
    /**
     * Adds a page or layout that is not read from a file. `content` is its text, or a function that
     * creates the text from the page's data.
     */
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
