<?php
/** Stands before WordPress: see before_the_site.php; besides it does what a web server's rewriting does, and resets the blog. */

require __DIR__ . '/before_the_site.php';

function database(): mysqli {
	mysqli_report( MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT );
	$database = new mysqli( '127.0.0.1', 'blog', 'blog', 'blog', (int)getenv( 'TEST_DATABASE_PORT' ) );
	// WordPress writes 0000-00-00 dates; copying them must be allowed, and ids must be copied as they are.
	$database->query( "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'" );
	return $database;
}

/** The tables of the blog with the id that each would give next, 0 where it gives none. */
function tables( mysqli $database ): array {
	$rows = $database->query( "SELECT table_name, coalesce(auto_increment, 0)
		FROM information_schema.tables WHERE table_schema = 'blog'" );
	return array_column( $rows->fetch_all(), 1, 0 );
}

function take_snapshot(): void {
	$database = database();
	foreach ( tables( $database ) as $table => $next_id ) {
		$database->query( "CREATE OR REPLACE TABLE clean.$table LIKE blog.$table" );
		$database->query( "INSERT INTO clean.$table SELECT * FROM blog.$table" );
	}
	file_put_contents( test_file( 'next_ids.json' ), json_encode( tables( $database ) ) );
}

function restore_snapshot(): void {
	$database = database();
	$database->begin_transaction();
	$next_ids = json_decode( file_get_contents( test_file( 'next_ids.json' ) ), true );
	foreach ( $next_ids as $table => $next_id ) {
		$database->query( "DELETE FROM blog.$table" );
		$database->query( "INSERT INTO blog.$table SELECT * FROM clean.$table" );
	}
	$database->commit();
	foreach ( array_diff_assoc( tables( $database ), $next_ids ) as $table => $wrong ) {
		$database->query( "ALTER TABLE blog.$table AUTO_INCREMENT = {$next_ids[$table]}" );
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
if ( str_starts_with( $path, '/wp-content/' ) ) {
	serve_file( test_file( 'content' ), substr( $path, strlen( '/wp-content' ) ) );
	return true;
}
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if ( is_file( $file ) || is_file( rtrim( $file, '/' ) . '/index.php' ) ) {
	return false;
}
chdir( $_SERVER['DOCUMENT_ROOT'] );
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . '/index.php';
require 'index.php';
return true;
