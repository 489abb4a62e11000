import { type SourceDefinition, sourceDefinition } from './definition.ts';

const FEDERAL_REGISTER = 'https://www.federalregister.gov/api/v1';

/** The sources of presidential orders, by ID. Polled only if a master has turned them on. */
export const FEDERAL_SOURCES: Readonly<Record<string, SourceDefinition>> = {
  'white-house': sourceDefinition.parse({
    kind: 'feed',
    name: 'White House: presidential actions',
    url: 'https://www.whitehouse.gov/presidential-actions/feed/',
    authority: 'president',
    silentDays: 30,
  }),
  'federal-register': sourceDefinition.parse({
    kind: 'json',
    name: 'Federal Register: proclamations',
    url:
      `${FEDERAL_REGISTER}/documents.json?order=newest&per_page=20` +
      '&conditions[type][]=PRESDOCU&conditions[presidential_document_type][]=proclamation' +
      '&fields[]=title&fields[]=html_url&fields[]=body_html_url&fields[]=publication_date',
    authority: 'president',
    everyMinutes: 30,
    silentDays: 60,
    list: 'results',
    title: 'title',
    link: 'html_url',
    document: 'body_html_url',
    published: 'publication_date',
  }),
  'public-inspection': sourceDefinition.parse({
    kind: 'json',
    name: 'Federal Register: public inspection',
    url:
      `${FEDERAL_REGISTER}/public-inspection-documents.json?per_page=50` +
      '&conditions[type][]=PRESDOCU' +
      '&fields[]=title&fields[]=html_url&fields[]=raw_text_url&fields[]=publication_date',
    authority: 'president',
    everyMinutes: 30,
    // Most weeks have a presidential document, but the list is empty between them.
    mayBeEmpty: true,
    silentDays: 30,
    list: 'results',
    title: 'title',
    link: 'html_url',
    document: 'raw_text_url',
    published: 'publication_date',
  }),
};
