import { type Kysely, sql } from 'kysely'

/**
 * The calls of webhooks have the tags in the spelling of the owner too, and a change of the spelling alone is one. A process of the version
 * before sends `tags` as it did, and `tag_names` beside it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_video_change() returns trigger language plpgsql as $$
    declare video videos := case when tg_op = 'DELETE' then old else new end;
    begin
      perform owe_webhook_calls(video.user_id, tg_argv[0], jsonb_build_object(
        'id', video.id, 'title', video.title, 'description', video.description, 'visibility', video.visibility, 'status', video.status,
        'tags', video.tags, 'tag_names', video.tag_names, 'duration', video.duration, 'width', video.width, 'height', video.height,
        'created_at', video.created_at));
      return null;
    end $$`.execute(db)
  await sql`
    create trigger videos_call_respelled after update of tag_names on videos for each row
      when (old.tag_names is distinct from new.tag_names and old.tags is not distinct from new.tags)
      execute function note_video_change('video.updated')`.execute(db)
}
