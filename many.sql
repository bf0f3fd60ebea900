
        WITH RECURSIVE facts (number, record, at, caller, action, subject, item, pack, publication, remark, approval,
            bucket, wallet, environment, transaction_id, reason, operation, before, after, origin) AS MATERIALIZED (
            SELECT n.number, n.record, $1::timestamptz, $2::integer, $3::text, NULL::text, n.item, NULL::text,
                $4::bigint, $5::text, NULL::uuid, NULL::smallint, NULL::uuid, NULL::smallint, NULL::text, NULL::bytea,
                NULL::bigint, n.before::jsonb, n.after::jsonb, $6::text
            FROM unnest($7::uuid[], $8::text[], $9::text[], $10::text[]) WITH ORDINALITY
                AS n (record, item, before, after, number)
        ), contents AS MATERIALIZED (
            SELECT array_agg(uuid_send(f.record) || int8send((extract(epoch FROM f.at) * 1000000)::bigint) || int4send(f.caller) || coalesce('\x01'::bytea || int4send(octet_length(f.action)) || convert_to(f.action, 'UTF8'), '\x00'::bytea) || coalesce('\x01'::bytea || int4send(octet_length(f.subject)) || convert_to(f.subject, 'UTF8'), '\x00'::bytea) || coalesce('\x01'::bytea || int4send(octet_length(f.item)) || convert_to(f.item, 'UTF8'), '\x00'::bytea) || coalesce('\x01'::bytea || int4send(octet_length(f.pack)) || convert_to(f.pack, 'UTF8'), '\x00'::bytea) || coalesce('\x01'::bytea || int4send(octet_length(f.remark)) || convert_to(f.remark, 'UTF8'), '\x00'::bytea) || coalesce('\x01'::bytea || int4send(octet_length(f.transaction_id)) || convert_to(f.transaction_id, 'UTF8'), '\x00'::bytea) || coalesce('\x01'::bytea || int4send(octet_length(f.before::text)) || convert_to(f.before::text, 'UTF8'), '\x00'::bytea) || coalesce('\x01'::bytea || int4send(octet_length(f.after::text)) || convert_to(f.after::text, 'UTF8'), '\x00'::bytea) || coalesce('\x01'::bytea || int4send(octet_length(f.origin)) || convert_to(f.origin, 'UTF8'), '\x00'::bytea) || coalesce('\x01'::bytea || int2send(f.bucket) || uuid_send(f.wallet), '\x00'::bytea) || coalesce('\x01'::bytea || int2send(f.environment), '\x00'::bytea) || coalesce('\x01'::bytea || f.reason, '\x00'::bytea) || coalesce('\x01'::bytea || int8send(f.operation), '\x00'::bytea) || coalesce('\x01'::bytea || int8send(f.publication), '\x00'::bytea) || coalesce('\x01'::bytea || uuid_send(f.approval), '\x00'::bytea) ORDER BY f.number) AS bytes, count(*) AS count FROM facts f
        ), chain (number, sequence, hash) AS (
            SELECT 0::bigint, h.sequence, h.hash FROM audit_head h WHERE h.only_row
            UNION ALL
            SELECT l.number + 1, l.sequence + 1,
                sha256('\x01'::bytea || int8send(l.sequence + 1) || l.hash || c.bytes[(l.number + 1)::integer])
            FROM chain l JOIN contents c ON l.number < c.count
        ), head AS (
            UPDATE audit_head h SET sequence = l.sequence, hash = l.hash
            FROM chain l JOIN contents c ON l.number = c.count WHERE h.only_row
        )
        INSERT INTO audit_log (sequence, hash, record, at, caller, action, subject, item, pack, publication, remark,
            approval, bucket, wallet, environment, transaction_id, reason, operation, before, after, origin)
        SELECT l.sequence, l.hash, f.record, f.at, f.caller, f.action, f.subject, f.item, f.pack, f.publication,
            f.remark, f.approval, f.bucket, f.wallet, f.environment, f.transaction_id, f.reason, f.operation, f.before,
            f.after, f.origin
        FROM facts f LEFT JOIN chain l ON l.number = f.number
        