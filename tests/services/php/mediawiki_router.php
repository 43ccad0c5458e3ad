<?php
/** Stands before MediaWiki: see before_the_site.php; besides it serves uploads, and takes and restores the wiki's clean state. */

require __DIR__ . '/before_the_site.php';

/** Everything that an edit or an upload changes. Logins are kept in wikicache.sqlite and outlive a reset. */
const CHANGING = [ 'wiki.sqlite', 'wiki_jobqueue.sqlite' ];

function take_snapshot(): void {
	foreach ( CHANGING as $name ) {
		copy( test_file( "data/$name" ), test_file( "clean/$name" ) );
	}
}

function restore_snapshot(): void {
	foreach ( CHANGING as $name ) {
		copy( test_file( "clean/$name" ), test_file( "data/$name.new" ) );
		foreach ( [ '-wal', '-shm', '-journal' ] as $end ) {
			if ( is_file( test_file( "data/$name$end" ) ) ) {
				unlink( test_file( "data/$name$end" ) );
			}
		}
		rename( test_file( "data/$name.new" ), test_file( "data/$name" ) );
	}
	empty_directory( test_file( 'images' ) );
	// Text ids start again, and the cache is keyed by them: a full cache would show the text of the life before.
	apcu_clear_cache();
}

function empty_directory( string $directory ): void {
	foreach ( array_diff( scandir( $directory ), [ '.', '..' ] ) as $name ) {
		$path = "$directory/$name";
		if ( is_dir( $path ) ) {
			empty_directory( $path );
			rmdir( $path );
		} else {
			unlink( $path );
		}
	}
}

$own_routes = [
	'/__ready' => fn () => null,
	'/__snapshot' => 'take_snapshot',
	'/__reset' => 'restore_snapshot',
];
if ( before_the_site( $own_routes ) ) {
	return true;
}
$path = rawurldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
if ( str_starts_with( $path, '/images/' ) ) {
	serve_file( getenv( 'TEST_DIRECTORY' ), $path );
	return true;
}
return false;
